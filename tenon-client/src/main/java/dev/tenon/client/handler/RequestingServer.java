package dev.tenon.client.handler;

import dev.tenon.model.Implementation;
import dev.tenon.model.Revision;
import org.jspecify.annotations.Nullable;

/**
 * Who asks the user or the model of this client. Show it: a user has to know which server wants something (client
 * features, elicitation, section "Security Considerations").
 *
 * @param implementation what the server says it is, or null when it does not say
 * @param target where the client was told to find it, which no server can make up
 * @param revision the revision that is spoken
 */
public record RequestingServer(@Nullable Implementation implementation, String target, Revision revision) {}
