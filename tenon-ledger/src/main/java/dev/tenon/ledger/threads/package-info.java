/** Watches the threads that must not wait while tests run. */
@NullMarked
package dev.tenon.ledger.threads;

import org.jspecify.annotations.NullMarked;
