/**
 * Templates of URIs (RFC 6570): expanding them, and finding the variables of a URI that was made from one; and the one
 * form of URLs.
 */
@NullMarked
package dev.tenon.uri;

import org.jspecify.annotations.NullMarked;
