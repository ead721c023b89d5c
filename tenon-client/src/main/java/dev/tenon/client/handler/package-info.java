/** What a program implements to handle requests and notifications of a server. */
@NullMarked
package dev.tenon.client.handler;

import org.jspecify.annotations.NullMarked;
