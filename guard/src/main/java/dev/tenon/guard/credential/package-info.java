/**
 * Authentication of callers, and the credentials that the guard sends to upstream servers. The OAuth client and
 * resource server that it uses are in {@code dev.tenon.oauth}. For applications that embed a guard with authentication.
 */
@NullMarked
package dev.tenon.guard.credential;

import org.jspecify.annotations.NullMarked;
