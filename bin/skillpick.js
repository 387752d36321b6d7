#!/usr/bin/env node
import { main, processIo } from '../dist/cli/main.js';

process.exitCode = await main(processIo());
