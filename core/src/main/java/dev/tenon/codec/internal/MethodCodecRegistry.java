package dev.tenon.codec.internal;

import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import dev.tenon.model.Params;
import dev.tenon.model.Result;
import dev.tenon.model.Revision;
import java.util.HashMap;
import java.util.Map;

/** The requests and notifications of one revision, by direction, with their codecs. */
public final class MethodCodecRegistry {
    /** A request of one revision, with the codecs of its parameters and its result. */
    public record RequestEntry<P extends Params, R extends Result>(
            Method<P, R> method, JsonObjectCodec<P> params, JsonObjectCodec<R> result) {}

    /** A notification of one revision, with the codec of its parameters. */
    public record NotificationEntry<P extends Params>(NotificationType<P> type, JsonObjectCodec<P> params) {}

    public final ElementCodecs elements;
    public final Map<String, RequestEntry<?, ?>> clientRequests = new HashMap<>();
    public final Map<String, RequestEntry<?, ?>> serverRequests = new HashMap<>();
    public final Map<String, NotificationEntry<?>> clientNotifications = new HashMap<>();
    public final Map<String, NotificationEntry<?>> serverNotifications = new HashMap<>();

    /** Requests from a server for client input: stand-alone, or inside an {@code input_required} result. */
    final Map<String, RequestEntry<?, ?>> inputRequests = new HashMap<>();

    private final ParamsCodecs params;

    public MethodCodecRegistry(Revision revision) {
        elements = new ElementCodecs(revision);
        params = new ParamsCodecs(revision);
        addFeatureMethods(elements);
        addNotifications();
        addInputRequests(elements);
        if (revision.isStateless()) {
            addStatelessMethods(elements);
        } else {
            addHandshakeMethods(elements);
        }
    }

    /** Adds the requests that every revision has. */
    private void addFeatureMethods(ElementCodecs of) {
        add(clientRequests, Methods.LIST_TOOLS, ParamsCodecs.PAGINATED, ResultCodecs.listTools(of));
        add(clientRequests, Methods.CALL_TOOL, params.callTool(), ResultCodecs.callTool(of));
        add(clientRequests, Methods.LIST_RESOURCES, ParamsCodecs.PAGINATED, ResultCodecs.listResources(of));
        add(
                clientRequests,
                Methods.LIST_RESOURCE_TEMPLATES,
                ParamsCodecs.PAGINATED,
                ResultCodecs.listResourceTemplates(of));
        add(clientRequests, Methods.READ_RESOURCE, params.readResource(), ResultCodecs.readResource(of));
        add(clientRequests, Methods.LIST_PROMPTS, ParamsCodecs.PAGINATED, ResultCodecs.listPrompts(of));
        add(clientRequests, Methods.GET_PROMPT, params.getPrompt(), ResultCodecs.getPrompt(of));
        add(clientRequests, Methods.COMPLETE, params.complete(), ResultCodecs.COMPLETE);
    }

    private void addNotifications() {
        add(clientNotifications, Notifications.CANCELLED, params.cancelled());
        add(serverNotifications, Notifications.CANCELLED, params.cancelled());
        add(serverNotifications, Notifications.PROGRESS, params.progress());
        add(serverNotifications, Notifications.MESSAGE, ParamsCodecs.LOG);
        add(serverNotifications, Notifications.TOOLS_CHANGED, ParamsCodecs.EMPTY);
        add(serverNotifications, Notifications.PROMPTS_CHANGED, ParamsCodecs.EMPTY);
        add(serverNotifications, Notifications.RESOURCES_CHANGED, ParamsCodecs.EMPTY);
        add(serverNotifications, Notifications.RESOURCE_UPDATED, ParamsCodecs.RESOURCE_UPDATED);
    }

    /** Elicitation was added in 2025-06-18; several SDKs declare and use it in older revisions as well. */
    private void addInputRequests(ElementCodecs of) {
        SamplingCodecs sampling = new SamplingCodecs(of);
        add(inputRequests, Methods.CREATE_MESSAGE, sampling.request, sampling.result);
        add(inputRequests, Methods.LIST_ROOTS, ParamsCodecs.LIST_ROOTS, ResultCodecs.listRoots(of));
        add(inputRequests, Methods.ELICIT, new ElicitCodec(of.revision), ResultCodecs.ELICIT);
    }

    private void addHandshakeMethods(ElementCodecs of) {
        add(
                clientRequests,
                Methods.INITIALIZE,
                PeerInfoCodecs.initializeParams(of),
                PeerInfoCodecs.initializeResult(of));
        add(clientRequests, Methods.PING, ParamsCodecs.EMPTY, ResultCodecs.EMPTY);
        add(clientRequests, Methods.SUBSCRIBE, ParamsCodecs.SUBSCRIBE, ResultCodecs.EMPTY);
        add(clientRequests, Methods.UNSUBSCRIBE, ParamsCodecs.SUBSCRIBE, ResultCodecs.EMPTY);
        add(clientRequests, Methods.SET_LEVEL, ParamsCodecs.SET_LEVEL, ResultCodecs.EMPTY);
        add(serverRequests, Methods.PING, ParamsCodecs.EMPTY, ResultCodecs.EMPTY);
        serverRequests.putAll(inputRequests);
        add(clientNotifications, Notifications.INITIALIZED, ParamsCodecs.EMPTY);
        add(clientNotifications, Notifications.PROGRESS, params.progress());
        add(clientNotifications, Notifications.ROOTS_CHANGED, ParamsCodecs.EMPTY);
        if (of.revision.hasElicitationIds()) {
            add(serverNotifications, Notifications.ELICITATION_COMPLETE, ParamsCodecs.ELICITATION_COMPLETE);
        }
    }

    private void addStatelessMethods(ElementCodecs of) {
        add(clientRequests, Methods.DISCOVER, ParamsCodecs.EMPTY, PeerInfoCodecs.discoverResult(of));
        add(clientRequests, Methods.LISTEN, ParamsCodecs.LISTEN, ResultCodecs.LISTEN);
        add(serverNotifications, Notifications.ACKNOWLEDGED, ParamsCodecs.ACKNOWLEDGED);
    }

    private static <P extends Params, R extends Result> void add(
            Map<String, RequestEntry<?, ?>> to,
            Method<P, R> method,
            JsonObjectCodec<P> params,
            JsonObjectCodec<R> result) {
        to.put(method.name(), new RequestEntry<>(method, params, result));
    }

    private static <P extends Params> void add(
            Map<String, NotificationEntry<?>> to, NotificationType<P> type, JsonObjectCodec<P> params) {
        to.put(type.name(), new NotificationEntry<>(type, params));
    }

    /**
     * Returns the codecs of a request, whichever side sends it.
     *
     * @throws IllegalArgumentException if this revision does not have the request
     */
    @SuppressWarnings("unchecked")
    public // an entry is only added with codecs of its method's types
    <P extends Params, R extends Result> RequestEntry<P, R> requireRequest(Method<P, R> method) {
        RequestEntry<?, ?> entry = clientRequests.get(method.name());
        RequestEntry<?, ?> found = entry == null ? serverRequests.get(method.name()) : entry;
        if (found == null) {
            throw new IllegalArgumentException(method + " does not exist in " + elements.revision);
        }
        return (RequestEntry<P, R>) found;
    }

    /**
     * Returns the codecs of a request for client input, stand-alone or inside {@code input_required}.
     *
     * @throws IllegalArgumentException if the method does not request input
     */
    @SuppressWarnings("unchecked") // an entry is only added with codecs of its method's types
    <P extends Params, R extends Result> RequestEntry<P, R> requireInputRequest(Method<P, R> method) {
        RequestEntry<?, ?> entry = inputRequests.get(method.name());
        if (entry == null) {
            throw new IllegalArgumentException(method + " is not a request for client input");
        }
        return (RequestEntry<P, R>) entry;
    }

    /**
     * Returns the codecs of a notification, whichever side sends it.
     *
     * @throws IllegalArgumentException if this revision does not have the notification
     */
    @SuppressWarnings("unchecked")
    public // an entry is only added with a codec of its type
    <P extends Params> NotificationEntry<P> requireNotification(NotificationType<P> type) {
        NotificationEntry<?> entry = serverNotifications.get(type.name());
        NotificationEntry<?> found = entry == null ? clientNotifications.get(type.name()) : entry;
        if (found == null) {
            throw new IllegalArgumentException(type + " does not exist in " + elements.revision);
        }
        return (NotificationEntry<P>) found;
    }
}
