/** The server that the official conformance suite talks to: one small example of everything a server can do. */
@NullMarked
package dev.tenon.conformance;

import org.jspecify.annotations.NullMarked;
