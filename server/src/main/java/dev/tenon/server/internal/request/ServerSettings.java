package dev.tenon.server.internal.request;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.LeniencyPolicy;
import dev.tenon.model.Caching;
import dev.tenon.model.Implementation;
import dev.tenon.model.Revision;
import dev.tenon.server.Limits;
import dev.tenon.server.StateEncryptionKeys;
import dev.tenon.server.forwarder.RequestForwarder;
import dev.tenon.server.observer.ServerObserver;
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
        StateEncryptionKeys keys,
        Caching listCaching,
        List<ServerObserver> observers,
        @Nullable RequestForwarder forwarder,
        LeniencyPolicy leniency) {}
