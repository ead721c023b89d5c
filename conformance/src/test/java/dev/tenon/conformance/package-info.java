/** Tests with software of other people: real clients against the fixture server, real servers against the client. */
@NullMarked
package dev.tenon.conformance;

import org.jspecify.annotations.NullMarked;
