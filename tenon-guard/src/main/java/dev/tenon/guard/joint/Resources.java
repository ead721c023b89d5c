package dev.tenon.guard.joint;

import dev.tenon.guard.internal.NotFound;
import dev.tenon.json.Json;
import dev.tenon.json.Quote;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.server.RelayCall;
import dev.tenon.wire.KnownMethods;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out which member has a resource. Those that should have it are asked first, and what they answer counts; then the
 * others, whose refusals say no more than that it is not theirs.
 *
 * @param subscribed what the session has subscribed to, by URI
 */
record Resources(Links links, Map<String, Subscribed> subscribed) {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");

    /** Reads it from the first who has it. */
    Json read(Json params, JointRequest request) throws Exception {
        String uri = String.valueOf(params.string("uri"));
        return find(uri, Methods.READ_RESOURCE, params, request, Resources::saysNotFound, notFound(uri));
    }

    /** Completes a variable of a template, or of a URI. */
    Json complete(String uri, Json params, JointRequest request) throws Exception {
        RpcError unknown =
                new RpcError(ErrorCode.INVALID_PARAMS, "Unknown resource template").withData(Map.of("uri", uri));
        return find(uri, Methods.COMPLETE, params, request, e -> e.code() == ErrorCode.INVALID_PARAMS, unknown);
    }

    private Json find(
            String uri,
            Method<?, ?> method,
            Json params,
            JointRequest request,
            Predicate<RpcError> isNotThere,
            RpcError nobody)
            throws Exception {
        Seats seats = links.common.seats();
        List<Seat> likely = links.common.whereabouts.likely(uri, seats);
        RpcException trouble = null;
        boolean offered = false;
        boolean anyGone = false;
        for (Seat seat : order(likely, seats)) {
            try {
                Json result = links.use(seat, service -> request.answer(service, method, params));
                links.common.whereabouts.found(uri, seat);
                return result;
            } catch (GoneException e) {
                anyGone = true;
            } catch (RpcException e) {
                boolean lacksAll = e.error().code() == ErrorCode.METHOD_NOT_FOUND;
                boolean lacksIt = lacksAll || isNotThere.test(e.error());
                if (request.call().isCancelled() || !lacksIt && likely.contains(seat)) {
                    throw e;
                }
                offered |= !lacksAll;
                trouble = trouble == null && !lacksIt ? e : trouble;
            }
        }
        if (anyGone && links.common.seats() != seats) {
            return find(uri, method, params, request, isNotThere, nobody);
        }
        throw trouble != null ? trouble : new RpcException(offered ? nobody : KnownMethods.notFound(method.name()));
    }

    /** Those that should have it, then the rest in their order. */
    private static List<Seat> order(List<Seat> likely, Seats seats) {
        List<Seat> order = new ArrayList<>(likely);
        seats.all().stream().filter(seat -> !likely.contains(seat)).forEach(order::add);
        return order;
    }

    /** A subscription of the session: with which members, and the request that it was begun by. */
    record Subscribed(List<Seat> seats, RelayCall call) {}

    /**
     * Subscribes with the member that should have it; when none should, with all that take it, as an answer does not tell
     * whether they have it. The server in front bounds the number of subscriptions.
     */
    Json subscribe(Json params, JointRequest request) throws Exception {
        String uri = String.valueOf(params.string("uri"));
        List<Seat> takers = takers(uri, params, request);
        subscribed.put(uri, new Subscribed(takers, request.call()));
        if (!areThere(takers)) {
            again();
        }
        return Json.EMPTY_OBJECT;
    }

    private List<Seat> takers(String uri, Json params, JointRequest request) throws Exception {
        Seats seats = links.common.seats();
        List<Seat> likely = links.common.whereabouts.likely(uri, seats);
        List<Outcome<Json>> outcomes = links.useAll(
                likely.isEmpty() ? seats.all() : likely.subList(0, 1),
                service -> request.answer(service, Methods.SUBSCRIBE, params));
        List<Seat> takers = outcomes.stream()
                .filter(outcome -> outcome.value() != null)
                .<Seat>map(Outcome::seat)
                .toList();
        if (takers.isEmpty()) {
            Exception problem = Outcome.problem(Methods.SUBSCRIBE, outcomes);
            // What a server says that stands alone passes as it is.
            throw seats.alone() == null ? refusal(problem, uri) : problem;
        }
        return takers;
    }

    private boolean areThere(List<Seat> takers) {
        return links.common.seats().all().containsAll(takers);
    }

    /** Begins anew the subscriptions with members that have left, with those that are there now. Blocks. */
    void again() {
        subscribed.forEach((uri, before) -> {
            if (!areThere(before.seats())) {
                try {
                    again(uri, before);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                } catch (Exception e) {
                    LOG.warn("Changes of {} will not be told of: {}", Quote.shortened(uri), e.getMessage());
                }
            }
        });
    }

    private void again(String uri, Subscribed before) throws Exception {
        // The request is over long ago, which is no reason to cancel this.
        JointRequest request = new JointRequest(before.call(), action -> {});
        Set<Seat> seats = new LinkedHashSet<>(before.seats());
        seats.retainAll(links.common.seats().all());
        seats.addAll(
                Common.withCurrentMembers(() -> takers(uri, Json.EMPTY_OBJECT.with("uri", Json.of(uri)), request)));
        Subscribed after = new Subscribed(List.copyOf(seats), before.call());
        if (subscribed.replace(uri, before, after)) {
            if (!areThere(after.seats())) {
                again(uri, after);
            }
        } else if (!subscribed.containsKey(uri)) {
            unsubscribe(after.seats(), uri, request);
        }
    }

    /** Unsubscribes with the members that took the subscription. */
    Json unsubscribe(Json params, JointRequest request) throws Exception {
        String uri = String.valueOf(params.string("uri"));
        Subscribed known = subscribed.remove(uri);
        if (known != null) {
            unsubscribe(known.seats(), uri, request);
        }
        return Json.EMPTY_OBJECT;
    }

    private void unsubscribe(List<Seat> seats, String uri, JointRequest request) throws InterruptedException {
        Json params = Json.EMPTY_OBJECT.with("uri", Json.of(uri));
        links.useAll(seats, service -> request.answer(service, Methods.UNSUBSCRIBE, params)).stream()
                .filter(outcome -> outcome.problem() != null)
                .forEach(outcome -> LOG.debug("{} goes on to watch: {}", outcome.seat(), outcome.problem()));
    }

    private Exception refusal(Exception problem, String uri) {
        boolean notThere = problem instanceof RpcException e && saysNotFound(e.error());
        return notThere ? new RpcException(notFound(uri)) : problem;
    }

    private RpcError notFound(@Nullable String uri) {
        return NotFound.error(links.client.revision(), Json.of(uri));
    }

    private static boolean saysNotFound(RpcError error) {
        return NotFound.isSaidBy(error.code(), error.data());
    }
}
