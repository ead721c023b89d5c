package dev.tenon.server.feature;

import dev.tenon.server.call.CallContext;
import java.util.List;
import java.util.Map;

/** Suggests values for an argument of a prompt or a variable of a resource template. */
@FunctionalInterface
public interface ArgumentCompletionHandler {
    /**
     * The suggestions, best first; the first 100 are sent.
     *
     * @param value what has been typed so far
     * @param context other arguments that are known already
     */
    List<String> complete(String value, Map<String, String> context, CallContext call) throws Exception;
}
