package dev.tenon.client.handler;

import dev.tenon.model.Implementation;
import dev.tenon.model.Revision;
import org.jspecify.annotations.Nullable;

/**
 * The server that sends a request to the user or the model of this client. Show it: a user has to know which server
 * requests something (client features, elicitation, section "Security Considerations").
 *
 * @param implementation name and version that the server states, or null if it sent none
 * @param target the configured address of the server, which the server cannot forge
 * @param revision the negotiated revision
 */
public record RequestingServer(@Nullable Implementation implementation, String target, Revision revision) {}
