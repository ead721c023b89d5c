package dev.tenon.guard.aggregate;

import dev.tenon.codec.ProtocolCodec;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.CacheScope;
import dev.tenon.model.Caching;
import dev.tenon.model.ListToolsResult;
import dev.tenon.model.Meta;
import dev.tenon.model.Methods;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Merges the lists of all members for one request, in the order of the members. */
final class ListAggregator {
    private final MemberConnections connections;
    private final ListKind kind;
    private final AggregateRequest request;
    private final MemberSnapshot members;
    private final List<Json> page = new ArrayList<>();
    private long ttlMs = Long.MAX_VALUE;
    private boolean shared = true;
    /** The start of the next page; null if no member has more items. */
    private AggregateCursorCodec.@Nullable CursorPosition next;

    ListAggregator(MemberConnections connections, ListKind kind, AggregateRequest request) {
        this.connections = connections;
        this.kind = kind;
        this.request = request;
        this.members = connections.aggregate.snapshot();
    }

    Json list(Json params) throws Exception {
        Json cursor = params.get("cursor");
        int firstIndex = 0;
        if (cursor != null) {
            AggregateCursorCodec.CursorPosition position =
                    connections.aggregate.cursorCodec.decode(kind.method.name(), String.valueOf(cursor.string()));
            int index = members.indexOf(position.member());
            if (index < 0) {
                throw AggregateCursorCodec.invalidCursorError();
            }
            addNextPage(params.withMember("cursor", Json.of(position.cursor())), index);
            firstIndex = index + 1;
        }
        if (next == null && firstIndex < members.all().size()) {
            addFirstPages(params.withoutMember("cursor"), firstIndex);
        }
        return toResult();
    }

    /** Adds the next page of one member. An invalid cursor of the member is reported to the client. */
    private void addNextPage(Json params, int index) throws Exception {
        ReferenceCountedMember member = members.all().get(index);
        MemberResult<Json> memberResult = connections
                .runOnAll(List.of(member), service -> request.callMember(service, kind.method, params))
                .get(0);
        if (memberResult.problem() instanceof RpcException e && e.error().code() == ErrorCode.INVALID_PARAMS) {
            throw e;
        }
        addResultOrMarkIncomplete(memberResult);
    }

    /** Adds the first pages of the members from an index on, up to the first member that has more pages. */
    private void addFirstPages(Json params, int firstIndex) throws Exception {
        List<ReferenceCountedMember> selected =
                members.all().subList(firstIndex, members.all().size());
        List<MemberResult<Json>> memberResults =
                connections.runOnAll(selected, service -> request.callMember(service, kind.method, params));
        if (firstIndex == 0) {
            MemberResult.requireAnySuccess(kind.method, memberResults);
        }
        for (MemberResult<Json> memberResult : memberResults) {
            if (memberResult.value() != null) {
                connections.aggregate.resourceIndex.forget(kind, memberResult.member());
            }
            addResultOrMarkIncomplete(memberResult);
            if (next != null) {
                return;
            }
        }
    }

    private void addResultOrMarkIncomplete(MemberResult<Json> memberResult) {
        Json result = memberResult.value();
        if (result != null) {
            addPage(result, memberResult.member());
        } else if (!memberResult.isUnsupportedOrRemoved()) {
            memberResult.member().markUnhealthy(kind.items, String.valueOf(memberResult.problem()));
            ttlMs = 0; // Clients must not cache an incomplete page.
        }
    }

    private void addPage(Json result, ReferenceCountedMember member) {
        addVisible(result, member);
        Json ttl = result.get("ttlMs");
        BigDecimal ttlNumber = ttl == null ? null : ttl.number();
        ttlMs = Math.min(ttlMs, ttlNumber == null ? 0 : Math.max(0, ttlNumber.longValue()));
        shared = shared && CacheScope.PUBLIC.wireName().equals(result.string("cacheScope"));
        String memberCursor = result.string("nextCursor");
        if (memberCursor != null) {
            next = new AggregateCursorCodec.CursorPosition(member.name(), memberCursor);
        }
    }

    /** Adds the items as the client sees them, without those whose name another member owns. */
    private void addVisible(Json result, ReferenceCountedMember member) {
        Json items = result.get(kind.items);
        for (Json item : items == null ? List.<Json>of() : items.elements()) {
            String key = item.string(kind.key);
            if (key == null) {
                continue;
            }
            String name = kind.isPrefixed() ? member.exposedName(key) : key;
            ReferenceCountedMember owner = kind.isPrefixed()
                    ? members.ownerOf(name)
                    : connections.aggregate.resourceIndex.recordListed(kind, key, member, members.all());
            if (owner == member) {
                page.add(name.equals(key) ? item : item.withMember(kind.key, Json.of(name)));
            } else {
                warnHidden(name, member, owner);
            }
        }
    }

    private void warnHidden(String name, ReferenceCountedMember member, @Nullable ReferenceCountedMember owner) {
        String text =
                "Item is hidden because its name belongs to another member: name={}, member={}, list={}, owner={}";
        connections.aggregate.warnOnce(text, Excerpts.quote(name), member.name(), kind.items, String.valueOf(owner));
    }

    private Json toResult() {
        Caching caching = new Caching(
                ttlMs == Long.MAX_VALUE ? 0 : ttlMs, shared && ttlMs > 0 ? CacheScope.PUBLIC : CacheScope.PRIVATE);
        // Pages of all kinds differ only in the name of their items.
        ListToolsResult empty = new ListToolsResult(List.of(), null, caching, Meta.EMPTY);
        Json result = ProtocolCodec.of(connections.client.revision(), connections.aggregate.self)
                .encodeResult(Methods.LIST_TOOLS, empty)
                .withoutMember(ListKind.TOOLS.items)
                .withMember(kind.items, Json.of(page));
        AggregateCursorCodec.CursorPosition position = next;
        if (position == null) {
            return result;
        }
        String cursor = connections.aggregate.cursorCodec.encode(kind.method.name(), position);
        return result.withMember("nextCursor", Json.of(cursor));
    }
}
