package dev.tenon.guard.aggregate;

import dev.tenon.codec.ProtocolCodec;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The lists of all members as one: member by member in their order. */
record ListAggregator(MemberConnections connections) {
    Json list(ListKind kind, Json params, AggregateRequest request) throws Exception {
        MemberStates seats = connections.common.members();
        MergedPage page = new MergedPage(kind);
        Json cursor = params.get("cursor");
        int first = 0;
        if (cursor != null) {
            AggregateCursorCodec.CursorPosition place =
                    connections.common.cursors.decode(kind.method.name(), String.valueOf(cursor.string()));
            int at = seats.indexOf(place.member());
            if (at < 0) {
                throw AggregateCursorCodec.invalidCursorError();
            }
            addContinuation(kind, params.withMember("cursor", Json.of(place.cursor())), seats, at, page, request);
            first = at + 1;
        }
        if (!page.hasNext() && first < seats.all().size()) {
            addFirstPages(kind, params.withoutMember("cursor"), seats, first, page, request);
        }
        return page.toResult(
                ProtocolCodec.of(connections.client.revision(), connections.common.self), connections.common.cursors);
    }

    /** The next page of one member. That its cursor is good no longer is for the client to know. */
    private void addContinuation(
            ListKind kind, Json params, MemberStates seats, int at, MergedPage page, AggregateRequest request)
            throws Exception {
        MemberState seat = seats.all().get(at);
        MemberResult<Json> outcome = connections
                .runOnAll(List.of(seat), service -> request.callMember(service, kind.method, params))
                .get(0);
        if (outcome.problem() instanceof RpcException e && e.error().code() == ErrorCode.INVALID_PARAMS) {
            throw e;
        }
        addResult(kind, outcome, seats, page);
    }

    /** The first pages of the members from there on, up to the first that has more. */
    private void addFirstPages(
            ListKind kind, Json params, MemberStates seats, int first, MergedPage page, AggregateRequest request)
            throws Exception {
        List<MemberState> asked = seats.all().subList(first, seats.all().size());
        List<MemberResult<Json>> outcomes =
                connections.runOnAll(asked, service -> request.callMember(service, kind.method, params));
        if (first == 0) {
            MemberResult.requireAnySuccess(kind.method, outcomes);
        }
        for (MemberResult<Json> outcome : outcomes) {
            if (outcome.value() != null) {
                connections.common.resourceIndex.forget(kind, outcome.member());
            }
            addResult(kind, outcome, seats, page);
            if (page.hasNext()) {
                return;
            }
        }
    }

    private void addResult(ListKind kind, MemberResult<Json> outcome, MemberStates seats, MergedPage page) {
        Json result = outcome.value();
        if (result != null) {
            page.add(outcome.member(), result, toVisible(kind, result, outcome.member(), seats));
        } else if (!outcome.isUnsupported()) {
            outcome.member().markUnhealthy(kind.items, String.valueOf(outcome.problem()));
            page.markIncomplete();
        }
    }

    private List<Json> toVisible(ListKind kind, Json result, MemberState seat, MemberStates seats) {
        List<Json> shown = new ArrayList<>();
        Json items = result.get(kind.items);
        for (Json item : items == null ? List.<Json>of() : items.elements()) {
            Json passing = toVisible(kind, item, item.string(kind.key), seat, seats);
            if (passing != null) {
                shown.add(passing);
            }
        }
        return shown;
    }

    /** An item as it is shown, or null: what a client could not reach by its name is not. */
    private @Nullable Json toVisible(
            ListKind kind, Json item, @Nullable String key, MemberState seat, MemberStates seats) {
        if (key == null) {
            return null;
        }
        if (kind.isPrefixed()) {
            String name = seat.exposedName(key);
            MemberState owner = seats.of(name);
            if (owner != seat) {
                warnHidden(kind, name, seat, owner);
                return null;
            }
            return seat.member().prefix().isEmpty() ? item : item.withMember(kind.key, Json.of(name));
        }
        MemberState owner = connections.common.resourceIndex.recordListed(kind, key, seat, seats.all());
        if (owner != seat) {
            warnHidden(kind, key, seat, owner);
            return null;
        }
        return item;
    }

    private void warnHidden(ListKind kind, String name, MemberState seat, @Nullable MemberState owner) {
        connections.common.warnOnce(
                "{} of {} is not shown among the {}: that is what {} answers to",
                Excerpts.quote(name),
                seat.name(),
                kind.items,
                String.valueOf(owner));
    }
}
