package dev.tenon.client;

import dev.tenon.json.Json;
import dev.tenon.model.Method;
import dev.tenon.wire.Wire;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One call in the terms of the wire.
 *
 * @param params writes the params for the wire that was agreed on, with what each request of 2026-07-28 says in {@code _meta};
 *     asked again when the connection is another one. Only the progress token in them is the client's
 * @param options time, progress, cancellation, and whether the call may be sent again; their {@code meta} is not used
 * @param owner handed to the {@link WireHandler} with what comes in the course of this call, or null
 */
public record WireCall(
        Method<?, ?> method,
        Function<Wire, Json> params,
        CallOptions options,
        @Nullable Object owner) {}
