/** What makes the client's calls: connections, eras, questions of servers, caches. Nothing here is for users. */
@NullMarked
package dev.tenon.client.internal;

import org.jspecify.annotations.NullMarked;
