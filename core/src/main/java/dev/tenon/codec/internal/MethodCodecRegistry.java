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
        addClientRequest(Methods.LIST_TOOLS, ParamsCodecs.PAGINATED, ResultCodecs.listTools(of));
        addClientRequest(Methods.CALL_TOOL, params.callTool(), ResultCodecs.callTool(of));
        addClientRequest(Methods.LIST_RESOURCES, ParamsCodecs.PAGINATED, ResultCodecs.listResources(of));
        addClientRequest(
                Methods.LIST_RESOURCE_TEMPLATES, ParamsCodecs.PAGINATED, ResultCodecs.listResourceTemplates(of));
        addClientRequest(Methods.READ_RESOURCE, params.readResource(), ResultCodecs.readResource(of));
        addClientRequest(Methods.LIST_PROMPTS, ParamsCodecs.PAGINATED, ResultCodecs.listPrompts(of));
        addClientRequest(Methods.GET_PROMPT, params.getPrompt(), ResultCodecs.getPrompt(of));
        addClientRequest(Methods.COMPLETE, params.complete(), ResultCodecs.COMPLETE);
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
        add(inputRequests, Methods.ELICIT, new ElicitCodec(of.revision).codec(), ResultCodecs.ELICIT);
    }

    private void addHandshakeMethods(ElementCodecs of) {
        addClientRequest(Methods.INITIALIZE, ParamsCodecs.initialize(of), ResultCodecs.initialize(of));
        addClientRequest(Methods.PING, ParamsCodecs.EMPTY, ResultCodecs.EMPTY);
        addClientRequest(Methods.SUBSCRIBE, ParamsCodecs.SUBSCRIBE, ResultCodecs.EMPTY);
        addClientRequest(Methods.UNSUBSCRIBE, ParamsCodecs.SUBSCRIBE, ResultCodecs.EMPTY);
        addClientRequest(Methods.SET_LEVEL, ParamsCodecs.SET_LEVEL, ResultCodecs.EMPTY);
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
        addClientRequest(Methods.DISCOVER, ParamsCodecs.EMPTY, ResultCodecs.discover(of));
        addClientRequest(Methods.LISTEN, ParamsCodecs.LISTEN, ResultCodecs.LISTEN);
        add(serverNotifications, Notifications.ACKNOWLEDGED, ParamsCodecs.ACKNOWLEDGED);
    }

    private <P extends Params, R extends Result> void addClientRequest(
            Method<P, R> method, JsonObjectCodec<P> paramsCodec, JsonObjectCodec<R> result) {
        add(clientRequests, method, paramsCodec, result);
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
    @SuppressWarnings("unchecked") // an entry is only added with codecs of its method's types
    public <P extends Params, R extends Result> RequestEntry<P, R> requireRequest(Method<P, R> method) {
        return (RequestEntry<P, R>) requireEntry(clientRequests, serverRequests, method.name());
    }

    /**
     * Returns the codecs of a request for client input, stand-alone or inside {@code input_required}.
     *
     * @throws IllegalArgumentException if the method does not request input
     */
    @SuppressWarnings("unchecked") // an entry is only added with codecs of its method's types
    public <P extends Params, R extends Result> RequestEntry<P, R> requireInputRequest(Method<P, R> method) {
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
    @SuppressWarnings("unchecked") // an entry is only added with a codec of its type
    public <P extends Params> NotificationEntry<P> requireNotification(NotificationType<P> type) {
        return (NotificationEntry<P>) requireEntry(serverNotifications, clientNotifications, type.name());
    }

    private <E> E requireEntry(Map<String, E> entries, Map<String, E> otherEntries, String name) {
        E entry = entries.get(name);
        E found = entry == null ? otherEntries.get(name) : entry;
        if (found == null) {
            throw new IllegalArgumentException(name + " does not exist in " + elements.revision);
        }
        return found;
    }
}
