package dev.tenon.server.internal.feature;

import dev.tenon.model.DiscoverResult;
import dev.tenon.model.EmptyResult;
import dev.tenon.model.ListPromptsResult;
import dev.tenon.model.ListResourceTemplatesResult;
import dev.tenon.model.ListResourcesResult;
import dev.tenon.model.ListToolsResult;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.Params;
import dev.tenon.model.SetLevelParams;
import dev.tenon.server.feature.PromptSpec;
import dev.tenon.server.feature.ResourceSpec;
import dev.tenon.server.feature.ResourceTemplateSpec;
import dev.tenon.server.feature.ToolSpec;
import dev.tenon.server.internal.dispatch.ExecutionPlan;
import dev.tenon.server.internal.dispatch.MethodHandler;
import dev.tenon.server.internal.dispatch.MethodRegistry;
import dev.tenon.server.internal.request.ActiveCall;
import dev.tenon.server.internal.request.ChangeBroadcaster;
import dev.tenon.server.internal.request.ServerSettings;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The methods of a server: the handler of each, and whether it is available. */
public final class ServerMethodRegistry implements MethodRegistry {
    /** A method that is available only while its feature exists. */
    record MethodEntry<P extends Params>(MethodHandler<P> handler, BooleanSupplier exists) {}

    private final Map<Method<?, ?>, MethodEntry<?>> entries = new HashMap<>();

    public ServerMethodRegistry(FeatureRegistry features, ChangeBroadcaster broadcaster) {
        ServerSettings settings = features.settings();
        register(Methods.PING, (params, call) -> new ExecutionPlan.ImmediateResult(EmptyResult.EMPTY), () -> true);
        register(Methods.DISCOVER, (params, call) -> discover(features), () -> true);
        ListMethodHandler.PageCursorCodec cursors = new ListMethodHandler.PageCursorCodec(settings.keys());
        int pageSize = settings.limits().pageSize();
        registerLists(features, new ListMethodHandler.ListSettings(cursors, pageSize, settings.listCaching()));
        register(Methods.CALL_TOOL, new CallToolMethodHandler(features), features.tools()::wasEverNonEmpty);
        register(Methods.READ_RESOURCE, new ReadResourceMethodHandler(features), features::hasResources);
        register(Methods.GET_PROMPT, new GetPromptMethodHandler(features), features.prompts()::wasEverNonEmpty);
        register(Methods.COMPLETE, new CompleteMethodHandler(features), features::hasCompletions);
        register(Methods.SET_LEVEL, ServerMethodRegistry::setLevel, settings::logging);
        SubscribeMethodHandler subscribe = new SubscribeMethodHandler(features, broadcaster);
        register(Methods.SUBSCRIBE, subscribe, features::hasResources);
        register(Methods.UNSUBSCRIBE, subscribe::unsubscribe, features::hasResources);
        register(Methods.LISTEN, subscribe::listen, () -> true);
    }

    private void registerLists(FeatureRegistry features, ListMethodHandler.ListSettings paging) {
        FeatureKindCatalog<ResourceTemplateSpec> templates = features.templates();
        register(
                Methods.LIST_TOOLS,
                new ListMethodHandler<>(paging, features.tools(), ToolSpec::tool, ListToolsResult::new),
                features.tools()::wasEverNonEmpty);
        register(
                Methods.LIST_RESOURCES,
                new ListMethodHandler<>(paging, features.resources(), ResourceSpec::resource, ListResourcesResult::new),
                features::hasResources);
        register(
                Methods.LIST_RESOURCE_TEMPLATES,
                new ListMethodHandler<>(
                        paging, templates, ResourceTemplateSpec::template, ListResourceTemplatesResult::new),
                features::hasResources);
        register(
                Methods.LIST_PROMPTS,
                new ListMethodHandler<>(paging, features.prompts(), PromptSpec::prompt, ListPromptsResult::new),
                features.prompts()::wasEverNonEmpty);
    }

    private static ExecutionPlan discover(FeatureRegistry features) {
        ServerSettings settings = features.settings();
        return new ExecutionPlan.ImmediateResult(DiscoverResult.of(settings.revisions(), features.capabilities())
                .withInstructions(settings.instructions())
                .withCaching(settings.listCaching()));
    }

    private static ExecutionPlan setLevel(SetLevelParams params, ActiveCall call) {
        call.requireSession().setLogLevel(params.level());
        return new ExecutionPlan.ImmediateResult(EmptyResult.EMPTY);
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
