package dev.tenon.wire;

import dev.tenon.json.Quote;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The requests that a client may send in some revision. */
public final class KnownMethods {
    private static final Set<String> NAMES = Stream.of(
                    Methods.INITIALIZE,
                    Methods.PING,
                    Methods.DISCOVER,
                    Methods.LIST_TOOLS,
                    Methods.CALL_TOOL,
                    Methods.LIST_RESOURCES,
                    Methods.LIST_RESOURCE_TEMPLATES,
                    Methods.READ_RESOURCE,
                    Methods.SUBSCRIBE,
                    Methods.UNSUBSCRIBE,
                    Methods.LIST_PROMPTS,
                    Methods.GET_PROMPT,
                    Methods.COMPLETE,
                    Methods.SET_LEVEL,
                    Methods.LISTEN)
            .map(Method::name)
            .collect(Collectors.toUnmodifiableSet());

    private KnownMethods() {}

    static boolean isRequestOfClient(String name) {
        return NAMES.contains(name);
    }

    /** Whether a method or notification may have that name, even if no revision has it. */
    public static boolean isName(String name) {
        return !name.isBlank();
    }

    /** The error for a method that does not exist where it was sent. */
    public static RpcError notFound(String method) {
        return new RpcError(ErrorCode.METHOD_NOT_FOUND, "Method not found: " + Quote.shortened(method));
    }
}
