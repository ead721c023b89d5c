/** Connections to a server, sample servers, and malformed messages with the responses they must get. */
@NullMarked
package dev.tenon.testkit;

import org.jspecify.annotations.NullMarked;
