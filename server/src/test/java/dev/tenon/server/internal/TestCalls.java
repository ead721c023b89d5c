package dev.tenon.server.internal;

import dev.tenon.codec.StatelessCodec;
import dev.tenon.http.HeaderFields;
import dev.tenon.json.Json;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Implementation;
import dev.tenon.model.Meta;
import dev.tenon.model.Method;
import dev.tenon.server.Limits;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.internal.request.ActiveCall;
import dev.tenon.server.internal.request.ClientProfile;
import dev.tenon.server.internal.request.RequestSource;
import dev.tenon.server.internal.request.ResponseSink;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Creates the contexts of requests without a client and without input requests. */
public final class TestCalls {
    private TestCalls() {}

    /**
     * Returns the source of a stateless request.
     *
     * @param headers the HTTP headers; null on a connection
     */
    public static RequestSource statelessSource(@Nullable CallerPrincipal principal, @Nullable HeaderFields headers) {
        return new RequestSource(
                new StatelessCodec(Implementation.of("test", "1")),
                new ClientProfile.RequestClientProfile(null, ClientCapabilities.NONE, null),
                "caller",
                principal,
                Set.of(),
                null,
                null,
                headers);
    }

    /** Creates the context of a request with id 1. */
    public static ActiveCall of(ResponseSink sink, RequestSource source, Method<?, ?> method) {
        return new ActiveCall(
                TestRequestExecutions.of(1, sink, source),
                method,
                Json.EMPTY_OBJECT,
                Meta.EMPTY,
                (requests, call) -> {
                    throw new AssertionError("Input is requested");
                },
                TestSettings.of(Limits.DEFAULT),
                null);
    }
}
