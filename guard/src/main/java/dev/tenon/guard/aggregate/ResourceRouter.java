package dev.tenon.guard.aggregate;

import static dev.tenon.guard.internal.log.GuardLog.LOG;

import dev.tenon.codec.KnownMethods;
import dev.tenon.guard.internal.error.ResourceNotFoundErrors;
import dev.tenon.internal.text.Excerpts;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcError;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.server.forwarder.ForwardedCall;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the member that has a resource. Calls the likely members first and reports their errors; then the others, whose
 * errors only mean that they do not have it.
 *
 * @param subscriptions the subscriptions of the session, by URI
 */
record ResourceRouter(MemberConnections connections, Map<String, ResourceSubscription> subscriptions) {
    /** Reads the resource from the first member that has it. */
    Json read(Json params, AggregateRequest request) throws Exception {
        String uri = String.valueOf(params.string("uri"));
        return callOwner(uri, Methods.READ_RESOURCE, params, request, ResourceRouter::isNotFound, notFoundError(uri));
    }

    /** Completes a variable of a template or of a URI. */
    Json complete(String uri, Json params, AggregateRequest request) throws Exception {
        RpcError unknown =
                new RpcError(ErrorCode.INVALID_PARAMS, "Unknown resource template").withData(Map.of("uri", uri));
        return callOwner(uri, Methods.COMPLETE, params, request, e -> e.code() == ErrorCode.INVALID_PARAMS, unknown);
    }

    private Json callOwner(
            String uri,
            Method<?, ?> method,
            Json params,
            AggregateRequest request,
            Predicate<RpcError> isNotFound,
            RpcError notFoundError)
            throws Exception {
        MemberSnapshot members = connections.aggregate.snapshot();
        List<ReferenceCountedMember> likely = connections.aggregate.resourceIndex.likelyMembers(uri, members);
        RpcException firstProblem = null;
        boolean isSupported = false;
        boolean anyRemoved = false;
        for (ReferenceCountedMember member : candidates(likely, members)) {
            try {
                Json result = connections.runOn(member, session -> request.callMember(session, method, params));
                connections.aggregate.resourceIndex.recordFound(uri, member);
                return result;
            } catch (MemberRemovedException e) {
                anyRemoved = true;
            } catch (RpcException e) {
                boolean isUnsupported = e.error().code() == ErrorCode.METHOD_NOT_FOUND;
                boolean lacksResource = isUnsupported || isNotFound.test(e.error());
                if (request.call().isCancelled() || !lacksResource && likely.contains(member)) {
                    throw e;
                }
                isSupported |= !isUnsupported;
                firstProblem = firstProblem == null && !lacksResource ? e : firstProblem;
            }
        }
        if (anyRemoved && connections.aggregate.snapshot() != members) {
            return callOwner(uri, method, params, request, isNotFound, notFoundError);
        }
        throw firstProblem != null
                ? firstProblem
                : new RpcException(isSupported ? notFoundError : KnownMethods.methodNotFoundError(method.name()));
    }

    /** Returns the likely members, then the others in their order. */
    private static List<ReferenceCountedMember> candidates(
            List<ReferenceCountedMember> likely, MemberSnapshot members) {
        List<ReferenceCountedMember> order = new ArrayList<>(likely);
        members.all().stream().filter(member -> !likely.contains(member)).forEach(order::add);
        return order;
    }

    /** A subscription of the session: its members, and the request that started it. */
    record ResourceSubscription(List<ReferenceCountedMember> members, ForwardedCall call) {}

    /**
     * Subscribes at the most likely member; without one, at all members that accept, as acceptance does not show
     * whether they have the resource. The downstream server limits the number of subscriptions.
     */
    Json subscribe(Json params, AggregateRequest request) throws Exception {
        String uri = String.valueOf(params.string("uri"));
        List<ReferenceCountedMember> subscribedMembers = subscribeAtLikeliestOrAllMembers(uri, params, request);
        subscriptions.put(uri, new ResourceSubscription(subscribedMembers, request.call()));
        if (!areCurrent(subscribedMembers)) {
            resubscribe();
        }
        return Json.EMPTY_OBJECT;
    }

    private List<ReferenceCountedMember> subscribeAtLikeliestOrAllMembers(
            String uri, Json params, AggregateRequest request) throws Exception {
        MemberSnapshot members = connections.aggregate.snapshot();
        List<ReferenceCountedMember> likely = connections.aggregate.resourceIndex.likelyMembers(uri, members);
        List<MemberResult<Json>> results = connections.runOnAll(
                likely.isEmpty() ? members.all() : likely.subList(0, 1),
                session -> request.callMember(session, Methods.SUBSCRIBE, params));
        List<ReferenceCountedMember> subscribedMembers = results.stream()
                .filter(result -> result.value() != null)
                .<ReferenceCountedMember>map(MemberResult::member)
                .toList();
        if (subscribedMembers.isEmpty()) {
            Exception problem = MemberResult.selectProblem(Methods.SUBSCRIBE, results);
            boolean isNotFound = problem instanceof RpcException e && isNotFound(e.error());
            // Errors of a sole member are forwarded unchanged.
            throw isNotFound && members.soleUnprefixedMember() == null ? new RpcException(notFoundError(uri)) : problem;
        }
        return subscribedMembers;
    }

    private boolean areCurrent(List<ReferenceCountedMember> subscribedMembers) {
        return connections.aggregate.snapshot().all().containsAll(subscribedMembers);
    }

    /** Repeats subscriptions at removed members with the current members. Blocks. */
    void resubscribe() {
        subscriptions.forEach((uri, previous) -> {
            if (!areCurrent(previous.members())) {
                try {
                    resubscribe(uri, previous);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                } catch (Exception e) {
                    String text = "Could not resubscribe, the client will not be notified: uri={}, cause={}";
                    LOG.warn(text, Excerpts.quote(uri), e.getMessage());
                }
            }
        });
    }

    private void resubscribe(String uri, ResourceSubscription previous) throws Exception {
        // The original request has ended; its completion must not cancel this one.
        AggregateRequest request = new AggregateRequest(previous.call(), action -> {});
        Set<ReferenceCountedMember> members = new LinkedHashSet<>(previous.members());
        members.retainAll(connections.aggregate.snapshot().all());
        members.addAll(ServerAggregate.retryIfMemberRemoved(() ->
                subscribeAtLikeliestOrAllMembers(uri, Json.EMPTY_OBJECT.withMember("uri", Json.of(uri)), request)));
        ResourceSubscription replacement = new ResourceSubscription(List.copyOf(members), previous.call());
        if (subscriptions.replace(uri, previous, replacement)) {
            if (!areCurrent(replacement.members())) {
                resubscribe(uri, replacement);
            }
        } else if (!subscriptions.containsKey(uri)) {
            unsubscribe(replacement.members(), uri, request);
        }
    }

    /** Unsubscribes at the members of the subscription. */
    Json unsubscribe(Json params, AggregateRequest request) throws Exception {
        String uri = String.valueOf(params.string("uri"));
        ResourceSubscription removed = subscriptions.remove(uri);
        if (removed != null) {
            unsubscribe(removed.members(), uri, request);
        }
        return Json.EMPTY_OBJECT;
    }

    private void unsubscribe(List<ReferenceCountedMember> members, String uri, AggregateRequest request)
            throws InterruptedException {
        Json params = Json.EMPTY_OBJECT.withMember("uri", Json.of(uri));
        MemberResult.forEachFailure(
                connections.runOnAll(members, session -> request.callMember(session, Methods.UNSUBSCRIBE, params)),
                (member, problem) -> LOG.debug("Could not unsubscribe: member={}, cause={}", member, problem));
    }

    private RpcError notFoundError(@Nullable String uri) {
        return ResourceNotFoundErrors.create(connections.client.revision(), Json.of(uri));
    }

    private static boolean isNotFound(RpcError error) {
        return ResourceNotFoundErrors.matches(error.code(), error.data());
    }
}
