/** The exceptions of the client. */
@NullMarked
package dev.tenon.client.error;

import org.jspecify.annotations.NullMarked;
