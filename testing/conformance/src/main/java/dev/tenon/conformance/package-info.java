/**
 * The server and the client that the official conformance suite tests. The tests against other SDKs, and the attacks on
 * a guard with several upstream servers, are in the tests of this module. For developers of Tenon.
 */
@NullMarked
package dev.tenon.conformance;

import org.jspecify.annotations.NullMarked;
