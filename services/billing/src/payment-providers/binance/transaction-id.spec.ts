import { transactionIdentity } from './transaction-id.js';

describe(transactionIdentity, () => {
  it.each([
    ['M_P_319243847563894784', '319243847563894784'],
    ['319243847563894784', '319243847563894784'],
    ['m_p_319243847563894784', '319243847563894784'],
    [' M_P_1 ', '1'],
    // Not a number behind the prefix: another kind of id.
    ['M_P_A1', 'M_P_A1'],
    ['M_P_', 'M_P_'],
    ['P_A1B2C3', 'P_A1B2C3'],
    ['M_R_1', 'M_R_1'],
  ])('%p is known as %p', (id, identity) => expect(transactionIdentity(id)).toBe(identity));
});
