package dev.tenon.guard.aggregate;

import dev.tenon.codec.ProtocolCodec;
import dev.tenon.json.Json;
import dev.tenon.model.CacheScope;
import dev.tenon.model.Caching;
import dev.tenon.model.ListToolsResult;
import dev.tenon.model.Meta;
import dev.tenon.model.Methods;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A page that is put together from pages of the members. */
final class MergedPage {
    private final ListKind kind;
    private final List<Json> items = new ArrayList<>();
    private long ttlMs = Long.MAX_VALUE;
    private boolean shared = true;
    private AggregateCursorCodec.@Nullable CursorPosition next;

    MergedPage(ListKind kind) {
        this.kind = kind;
    }

    /** Adds the page of a member, of which these items are shown. */
    void add(MemberState seat, Json result, List<Json> shown) {
        items.addAll(shown);
        Json ttl = result.get("ttlMs");
        BigDecimal fresh = ttl == null ? null : ttl.number();
        ttlMs = Math.min(ttlMs, fresh == null ? 0 : Math.max(0, fresh.longValue()));
        shared = shared && CacheScope.PUBLIC.wireName().equals(result.string("cacheScope"));
        String text = result.string("nextCursor");
        if (text != null) {
            next = new AggregateCursorCodec.CursorPosition(seat.name(), text);
        }
    }

    /** A member is not in it, so that it is not for keeping. */
    void markIncomplete() {
        ttlMs = 0;
    }

    /** Whether it ends here, because a member has more. */
    boolean hasNext() {
        return next != null;
    }

    Json toResult(ProtocolCodec wire, AggregateCursorCodec cursors) {
        Caching caching = new Caching(
                ttlMs == Long.MAX_VALUE ? 0 : ttlMs, shared && ttlMs > 0 ? CacheScope.PUBLIC : CacheScope.PRIVATE);
        // Pages of all kinds are the same but for the name of their items.
        ListToolsResult empty = new ListToolsResult(List.of(), null, caching, Meta.EMPTY);
        Json page = wire.encodeResult(Methods.LIST_TOOLS, empty)
                .withoutMember(ListKind.TOOLS.items)
                .withMember(kind.items, Json.of(items));
        AggregateCursorCodec.CursorPosition more = next;
        return more == null ? page : page.withMember("nextCursor", Json.of(cursors.encode(kind.method.name(), more)));
    }
}
