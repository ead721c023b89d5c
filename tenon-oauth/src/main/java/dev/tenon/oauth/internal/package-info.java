/** What both sides of OAuth use. */
@NullMarked
package dev.tenon.oauth.internal;

import org.jspecify.annotations.NullMarked;
