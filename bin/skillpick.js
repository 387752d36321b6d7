#!/usr/bin/env node
import { main } from '../dist/cli/main.js';

const { env, stdin, stdout, stderr } = process;
process.exitCode = await main({ argv: process.argv.slice(2), env, cwd: process.cwd(), stdin, stdout, stderr });
