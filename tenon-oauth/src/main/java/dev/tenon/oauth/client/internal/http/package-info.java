/** The HTTP client for OAuth. */
@NullMarked
package dev.tenon.oauth.client.internal.http;

import org.jspecify.annotations.NullMarked;
