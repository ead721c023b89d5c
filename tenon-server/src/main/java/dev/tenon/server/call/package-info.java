/** What a handler sees of its call, and the questions it can ask the client. */
@NullMarked
package dev.tenon.server.call;

import org.jspecify.annotations.NullMarked;
