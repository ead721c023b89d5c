package dev.tenon.server.internal;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.Tolerance;
import dev.tenon.model.Caching;
import dev.tenon.model.Implementation;
import dev.tenon.model.Revision;
import dev.tenon.server.Limits;
import dev.tenon.server.Observer;
import dev.tenon.server.Relay;
import dev.tenon.server.StateKeys;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The settings of a server, as its builder collected them. */
public record ServerSettings(
        Implementation info,
        @Nullable String instructions,
        boolean logging,
        Map<String, Json> extensions,
        List<Revision> revisions,
        Limits limits,
        StateKeys keys,
        Caching listCaching,
        List<Observer> observers,
        @Nullable Relay relay,
        Tolerance tolerance) {}
