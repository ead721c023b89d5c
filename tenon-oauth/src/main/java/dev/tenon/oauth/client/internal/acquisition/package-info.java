/** Getting, renewing and revoking of tokens. */
@NullMarked
package dev.tenon.oauth.client.internal.acquisition;

import org.jspecify.annotations.NullMarked;
