package dev.tenon.server.internal;

import dev.tenon.json.Json;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Implementation;
import dev.tenon.model.LogLevel;
import dev.tenon.model.RequestMeta;
import dev.tenon.wire.ParamsException;
import dev.tenon.wire.StatelessWire;
import org.jspecify.annotations.Nullable;

/** The client as one request describes it; nothing is remembered from one request to the next. */
record RequestClient(
        @Nullable Implementation info,
        ClientCapabilities capabilities,
        @Nullable LogLevel logLevel) implements ClientView {

    /**
     * Reads what a request says of its client.
     *
     * @throws ParamsException when a required member of {@code _meta} is missing or wrong
     */
    static RequestClient of(StatelessWire wire, @Nullable Json params) {
        RequestMeta meta = wire.requestMeta(params);
        return new RequestClient(meta.clientInfo(), meta.clientCapabilities(), meta.logLevel());
    }
}
