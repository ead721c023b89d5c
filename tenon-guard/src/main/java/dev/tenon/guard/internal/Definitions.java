package dev.tenon.guard.internal;

import dev.tenon.json.Json;
import dev.tenon.model.Caching;
import dev.tenon.model.ListToolsResult;
import dev.tenon.model.Meta;
import dev.tenon.model.Methods;
import dev.tenon.model.Revision;
import dev.tenon.model.Tool;
import dev.tenon.wire.Wire;
import java.util.List;
import java.util.Objects;

/** Tools as they are listed. */
final class Definitions {
    private static final Wire WIRE = Wire.of(Revision.newest(), null);

    private Definitions() {}

    static Json json(Tool tool) {
        ListToolsResult list = new ListToolsResult(List.of(tool), null, Caching.NONE, Meta.EMPTY);
        Json tools = WIRE.encodeResult(Methods.LIST_TOOLS, list).get("tools");
        return Objects.requireNonNull(tools).elements().get(0);
    }
}
