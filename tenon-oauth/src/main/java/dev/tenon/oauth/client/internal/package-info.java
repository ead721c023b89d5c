/** How getting in is done; nothing here is for others. */
@NullMarked
package dev.tenon.oauth.client.internal;

import org.jspecify.annotations.NullMarked;
