/** Templates of URIs (RFC 6570): expanding them, and finding the variables of a URI that was made from one. */
@NullMarked
package dev.tenon.uri;

import org.jspecify.annotations.NullMarked;
