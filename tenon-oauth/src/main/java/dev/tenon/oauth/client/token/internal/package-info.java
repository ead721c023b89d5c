/** Caching of such tokens. */
@NullMarked
package dev.tenon.oauth.client.token.internal;

import org.jspecify.annotations.NullMarked;
