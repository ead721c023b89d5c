/** Discovery of resource metadata and authorization servers. */
@NullMarked
package dev.tenon.oauth.client.internal.discovery;

import org.jspecify.annotations.NullMarked;
