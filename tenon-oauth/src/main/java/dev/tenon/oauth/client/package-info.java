/** Getting in: discovery, registration, the flows that end in a token, and where tokens are kept. */
@NullMarked
package dev.tenon.oauth.client;

import org.jspecify.annotations.NullMarked;
