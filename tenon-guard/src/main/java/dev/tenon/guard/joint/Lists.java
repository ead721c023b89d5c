package dev.tenon.guard.joint;

import dev.tenon.json.Json;
import dev.tenon.json.Quote;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.wire.Wire;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The lists of all members as one: member by member in their order. */
record Lists(Links links) {
    Json answer(ListKind kind, Json params, JointRequest request) throws Exception {
        Seats seats = links.common.seats();
        Page page = new Page(kind);
        Json cursor = params.get("cursor");
        int first = 0;
        if (cursor != null) {
            Cursors.Place place = links.common.cursors.read(kind.method.name(), String.valueOf(cursor.string()));
            int at = seats.place(place.member());
            if (at < 0) {
                throw Cursors.refused();
            }
            continued(kind, params.with("cursor", Json.of(place.cursor())), seats, at, page, request);
            first = at + 1;
        }
        if (!page.hasNext() && first < seats.all().size()) {
            begun(kind, params.without("cursor"), seats, first, page, request);
        }
        return page.result(Wire.of(links.client.revision(), links.common.self), links.common.cursors);
    }

    /** The next page of one member. That its cursor is good no longer is for the client to know. */
    private void continued(ListKind kind, Json params, Seats seats, int at, Page page, JointRequest request)
            throws Exception {
        Seat seat = seats.all().get(at);
        Outcome<Json> outcome = links.useAll(List.of(seat), service -> request.answer(service, kind.method, params))
                .get(0);
        if (outcome.problem() instanceof RpcException e && e.error().code() == ErrorCode.INVALID_PARAMS) {
            throw e;
        }
        take(kind, outcome, seats, page);
    }

    /** The first pages of the members from there on, up to the first that has more. */
    private void begun(ListKind kind, Json params, Seats seats, int first, Page page, JointRequest request)
            throws Exception {
        List<Seat> asked = seats.all().subList(first, seats.all().size());
        List<Outcome<Json>> outcomes = links.useAll(asked, service -> request.answer(service, kind.method, params));
        if (first == 0) {
            Outcome.requireAny(kind.method, outcomes);
        }
        for (Outcome<Json> outcome : outcomes) {
            if (outcome.value() != null) {
                links.common.whereabouts.forget(kind, outcome.seat());
            }
            take(kind, outcome, seats, page);
            if (page.hasNext()) {
                return;
            }
        }
    }

    private void take(ListKind kind, Outcome<Json> outcome, Seats seats, Page page) {
        Json result = outcome.value();
        if (result != null) {
            page.add(outcome.seat(), result, shown(kind, result, outcome.seat(), seats));
        } else if (!outcome.isNotOffered()) {
            outcome.seat().ails(kind.items, String.valueOf(outcome.problem()));
            page.lacks();
        }
    }

    private List<Json> shown(ListKind kind, Json result, Seat seat, Seats seats) {
        List<Json> shown = new ArrayList<>();
        Json items = result.get(kind.items);
        for (Json item : items == null ? List.<Json>of() : items.elements()) {
            Json passing = shown(kind, item, item.string(kind.key), seat, seats);
            if (passing != null) {
                shown.add(passing);
            }
        }
        return shown;
    }

    /** An item as it is shown, or null: what a client could not reach by its name is not. */
    private @Nullable Json shown(ListKind kind, Json item, @Nullable String key, Seat seat, Seats seats) {
        if (key == null) {
            return null;
        }
        if (kind.isPrefixed()) {
            String name = seat.presented(key);
            Seat owner = seats.of(name);
            if (owner != seat) {
                hidden(kind, name, seat, owner);
                return null;
            }
            return seat.member().prefix().isEmpty() ? item : item.with(kind.key, Json.of(name));
        }
        Seat owner = links.common.whereabouts.listed(kind, key, seat, seats.all());
        if (owner != seat) {
            hidden(kind, key, seat, owner);
            return null;
        }
        return item;
    }

    private void hidden(ListKind kind, String name, Seat seat, @Nullable Seat owner) {
        links.common.sayOnce(
                "{} of {} is not shown among the {}: that is what {} answers to",
                Quote.shortened(name),
                seat.name(),
                kind.items,
                String.valueOf(owner));
    }
}
