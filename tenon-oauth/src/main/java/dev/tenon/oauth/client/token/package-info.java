/** Tokens from configured endpoints, and exchange of tokens. */
@NullMarked
package dev.tenon.oauth.client.token;

import org.jspecify.annotations.NullMarked;
