package dev.tenon.server.feature;

import dev.tenon.server.call.CallContext;
import java.util.List;
import java.util.Map;

/** Suggests values for an argument of a prompt or a variable of a resource template. */
@FunctionalInterface
public interface ArgumentCompletionHandler {
    /**
     * Returns suggestions, best first. At most the first 100 are sent to the client.
     *
     * @param value the text that the user has typed so far
     * @param context the other arguments that are already known, by name
     */
    List<String> complete(String value, Map<String, String> context, CallContext call) throws Exception;
}
