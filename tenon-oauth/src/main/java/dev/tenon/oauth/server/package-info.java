/** Letting nobody in: verification of tokens, challenges and the metadata of a protected server. */
@NullMarked
package dev.tenon.oauth.server;

import org.jspecify.annotations.NullMarked;
