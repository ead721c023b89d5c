/**
 * Contains servers that misbehave in defined ways, with the outcomes that a client must report. Malformed input for
 * tests of servers is in {@code dev.tenon.testkit}. For tests of the client and the guard.
 */
@NullMarked
package dev.tenon.testkit.misbehaviour;

import org.jspecify.annotations.NullMarked;
