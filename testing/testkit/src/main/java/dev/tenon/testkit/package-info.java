/**
 * Contains test connections to a server over all transports, a sample server, and malformed messages with the responses
 * they must get. Misbehaving servers for tests of clients are in {@code dev.tenon.testkit.misbehaviour}. For tests of
 * all modules.
 */
@NullMarked
package dev.tenon.testkit;

import org.jspecify.annotations.NullMarked;
