/** Requests to the endpoints of an authorization server. */
@NullMarked
package dev.tenon.oauth.client.internal.endpoint;

import org.jspecify.annotations.NullMarked;
