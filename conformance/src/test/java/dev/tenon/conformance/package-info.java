/** Tests with other people's software: real clients against the fixture server. */
@NullMarked
package dev.tenon.conformance;

import org.jspecify.annotations.NullMarked;
