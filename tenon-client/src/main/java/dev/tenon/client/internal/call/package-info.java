/** The way of one call: attempts, rounds of input requests, and its result. */
@NullMarked
package dev.tenon.client.internal.call;

import org.jspecify.annotations.NullMarked;
