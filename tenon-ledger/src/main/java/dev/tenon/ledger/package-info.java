/** Ties tests to the requirements of the protocol, so that the build can tell which of them no test proves. */
@NullMarked
package dev.tenon.ledger;

import org.jspecify.annotations.NullMarked;
