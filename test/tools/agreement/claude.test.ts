import { testAgreement } from '../agreement-tests.js';

testAgreement('claude');
