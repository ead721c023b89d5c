package dev.tenon.server.internal.feature;

import dev.tenon.model.Caching;
import dev.tenon.model.DiscoverResult;
import dev.tenon.model.EmptyResult;
import dev.tenon.model.ListPromptsResult;
import dev.tenon.model.ListResourceTemplatesResult;
import dev.tenon.model.ListResourcesResult;
import dev.tenon.model.ListToolsResult;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.Params;
import dev.tenon.model.Revision;
import dev.tenon.server.feature.PromptSpec;
import dev.tenon.server.feature.ResourceSpec;
import dev.tenon.server.feature.ResourceTemplateSpec;
import dev.tenon.server.feature.ToolSpec;
import dev.tenon.server.internal.dispatch.ExecutionPlan;
import dev.tenon.server.internal.dispatch.MethodHandler;
import dev.tenon.server.internal.dispatch.MethodRegistry;
import dev.tenon.server.internal.request.ChangeBroadcaster;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The methods of a server: the handler of each, and whether it is available. */
public final class ServerMethodRegistry implements MethodRegistry {
    /** A method that is available only while its feature exists. */
    record MethodEntry<P extends Params>(MethodHandler<P> handler, BooleanSupplier exists) {}

    private final Map<Method<?, ?>, MethodEntry<?>> entries = new HashMap<>();

    public ServerMethodRegistry(
            FeatureRegistry features,
            PageCursorCodec cursors,
            ChangeBroadcaster broadcaster,
            List<Revision> revisions,
            int pageSize,
            Caching caching) {
        register(Methods.PING, (params, call) -> new ExecutionPlan.ImmediateResult(EmptyResult.EMPTY), () -> true);
        register(Methods.DISCOVER, (params, call) -> discover(features, revisions, caching), () -> true);
        registerLists(features, new ListMethodHandler.ListSettings(cursors, pageSize, caching));
        register(Methods.CALL_TOOL, new CallToolMethodHandler(features), features::hasTools);
        register(Methods.READ_RESOURCE, new ReadResourceMethodHandler(features), features::hasResources);
        register(Methods.GET_PROMPT, new GetPromptMethodHandler(features), features::hasPrompts);
        register(Methods.COMPLETE, new CompleteMethodHandler(features), features::hasCompletions);
        SetLevelAndUnsubscribeHandlers session = new SetLevelAndUnsubscribeHandlers(broadcaster);
        register(Methods.SET_LEVEL, session::setLevel, features::hasLogging);
        register(Methods.SUBSCRIBE, new SubscribeMethodHandler(features, broadcaster), features::hasResources);
        register(Methods.UNSUBSCRIBE, session::unsubscribe, features::hasResources);
        register(Methods.LISTEN, new ListenMethodHandler(features, broadcaster), () -> true);
    }

    private void registerLists(FeatureRegistry features, ListMethodHandler.ListSettings settings) {
        register(
                Methods.LIST_TOOLS,
                new ListMethodHandler<>(settings, features.tools(), ToolSpec::tool, ListToolsResult::new),
                features::hasTools);
        register(
                Methods.LIST_RESOURCES,
                new ListMethodHandler<>(
                        settings, features.resources(), ResourceSpec::resource, ListResourcesResult::new),
                features::hasResources);
        register(
                Methods.LIST_RESOURCE_TEMPLATES,
                new ListMethodHandler<>(
                        settings,
                        features.templates(),
                        ResourceTemplateSpec::template,
                        ListResourceTemplatesResult::new),
                features::hasResources);
        register(
                Methods.LIST_PROMPTS,
                new ListMethodHandler<>(settings, features.prompts(), PromptSpec::prompt, ListPromptsResult::new),
                features::hasPrompts);
    }

    private static ExecutionPlan discover(FeatureRegistry features, List<Revision> revisions, Caching caching) {
        return new ExecutionPlan.ImmediateResult(DiscoverResult.of(revisions, features.capabilities())
                .withInstructions(features.instructions())
                .withCaching(caching));
    }

    private <P extends Params> void register(Method<P, ?> method, MethodHandler<P> handler, BooleanSupplier exists) {
        entries.put(method, new MethodEntry<>(handler, exists));
    }

    @Override
    @SuppressWarnings("unchecked") // register() ensures that the params of a method match its handler
    public <P extends Params> @Nullable MethodHandler<P> findHandler(Method<P, ?> method) {
        MethodEntry<P> entry = (MethodEntry<P>) entries.get(method);
        return entry == null || !entry.exists().getAsBoolean() ? null : entry.handler();
    }
}
