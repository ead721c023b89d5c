/** The authorization code flow with a browser. */
@NullMarked
package dev.tenon.oauth.client.internal.login;

import org.jspecify.annotations.NullMarked;
