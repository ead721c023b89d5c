package dev.tenon.cli;

import dev.tenon.cli.argument.HeaderOptionParser;
import dev.tenon.cli.argument.ServerUrlParser;
import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.guard.audit.AuditRedactor;
import dev.tenon.guard.audit.AuditSettings;
import dev.tenon.guard.command.SandboxPermissions;
import dev.tenon.guard.config.AuditConfig;
import dev.tenon.guard.config.GuardConfig;
import dev.tenon.guard.config.LimitSettings;
import dev.tenon.guard.config.ListenConfig;
import dev.tenon.guard.config.PolicySettings;
import dev.tenon.guard.config.UpstreamConfig;
import dev.tenon.guard.config.UpstreamCredentials;
import dev.tenon.guard.config.UpstreamTarget;
import dev.tenon.guard.policy.EnforcementMode;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** One server to guard, as the words of a command name it, in place of a file. */
final class GuardOptions {
    private static final String SERVER =
            " Write --upstream http://HOST:PORT/PATH, or the command that starts the server at"
                    + " the end, behind --.";

    @Option(
            names = "--http",
            paramLabel = "HOST:PORT",
            description = "Where to listen for Streamable HTTP; port 0 takes any that is free. By default the guard"
                    + " speaks on standard input and output.")
    private @Nullable BindAddress http;

    @Mixin
    private HttpPathOptions paths = new HttpPathOptions();

    @Option(
            names = "--upstream",
            paramLabel = "URL",
            description = "The server to guard, at an http, https, ws or wss URL.")
    private @Nullable String upstream;

    @Option(names = "--upstream-sse", description = "Speak the old HTTP+SSE transport with the server to guard.")
    private boolean upstreamSse;

    @Option(
            names = "--header",
            paramLabel = HeaderOptionParser.LABEL,
            description =
                    "Send this header with every request to the server. Can be given more than once. Keep secrets off"
                            + " the command line: NAME:@FILE, or 'NAME:$${VARIABLE}' in single quotes.")
    private List<String> headers = List.of();

    @Option(
            names = "--env",
            paramLabel = "NAME=VALUE",
            description =
                    "Give the command of the server this variable, besides PATH, HOME and the like. With NAME alone"
                            + " it gets the variable as it is here.")
    private List<String> environment = List.of();

    @Option(names = "--cwd", paramLabel = "DIR", description = "Run the command of the server in this directory.")
    private @Nullable Path directory;

    @Option(
            names = "--sandbox",
            description = "Run the command of the server under bubblewrap: it may read the system and nothing of yours,"
                    + " write nothing, and has no network, but for what is allowed.")
    private boolean sandbox;

    @Option(names = "--allow-read", paramLabel = "DIR", description = "With --sandbox: it may read this.")
    private List<Path> readable = List.of();

    @Option(names = "--allow-write", paramLabel = "DIR", description = "With --sandbox: it may read and write this.")
    private List<Path> writable = List.of();

    @Option(names = "--allow-network", description = "With --sandbox: it may use the network.")
    private boolean network;

    @Option(
            names = "--audit",
            paramLabel = "FILE",
            description = "Write every exchange to this file, in lines of JSON.")
    private @Nullable Path audit;

    @Option(
            names = "--lock",
            paramLabel = "FILE",
            description = "Let only tools through that are as they were when they were approved: see tenon guard"
                    + " approve. The first list of the server counts as approved.")
    private @Nullable Path lock;

    /** Has its fields set by the parser of the command line. */
    GuardOptions() {}

    /** Whether any of the words was there, so that there is no room for a file. */
    boolean hasAny(List<String> command) {
        boolean any = http != null || upstream != null || audit != null || lock != null || directory != null;
        return any || sandbox || !headers.isEmpty() || !environment.isEmpty() || !command.isEmpty();
    }

    /**
     * The configuration that these words stand for.
     *
     * @param command the command of the server, empty for none
     */
    GuardConfig toConfig(List<String> command) {
        UpstreamConfig server = new UpstreamConfig(
                "server",
                createUpstreamTarget(command),
                "",
                Optional.empty(),
                LimitSettings.DEFAULT.callTimeout(),
                PolicySettings.defaults(lock == null ? EnforcementMode.OFF : EnforcementMode.ENFORCE));
        return new GuardConfig(
                createListenConfig(),
                List.of(server),
                LimitSettings.DEFAULT,
                Optional.ofNullable(audit)
                        .map(file -> new AuditConfig(
                                AuditSettings.of(file), AuditRedactor.redacted(), AuditRedactor.redacted())),
                Optional.empty(),
                lock == null ? Path.of("tenon.lock") : lock);
    }

    private ListenConfig createListenConfig() {
        if (http == null) {
            if (paths.isAnyGiven()) {
                throw CommandFailedException.usageError("--path, --sse and --websocket need --http HOST:PORT");
            }
            return new ListenConfig.StdioListenConfig();
        }
        paths.checkDistinct();
        return new ListenConfig.HttpListenConfig(
                http.host(),
                http.port(),
                paths.endpoint(),
                paths.sse(),
                paths.webSocket(),
                List.of(),
                List.of(),
                Optional.empty());
    }

    private UpstreamTarget createUpstreamTarget(List<String> command) {
        if (upstream == null == command.isEmpty()) {
            String problem =
                    upstream == null ? "The server to guard is missing." : "One server is guarded, and two are named.";
            throw CommandFailedException.usageError(problem + SERVER);
        }
        if (upstream == null) {
            if (!headers.isEmpty() || upstreamSse) {
                throw CommandFailedException.usageError("--header and --upstream-sse are for servers at a URL");
            }
            return createCommandTarget(command);
        }
        if (!environment.isEmpty() || directory != null || sandbox) {
            throw CommandFailedException.usageError("--env, --cwd and --sandbox are for servers that are started");
        }
        URI url = ServerUrlParser.parse(upstream, SERVER);
        return new UpstreamTarget.NetworkTarget(
                url,
                upstreamSse,
                HeaderOptionParser.parse(headers, System.getenv()),
                new UpstreamCredentials.NoCredentials());
    }

    private UpstreamTarget.ProcessTarget createCommandTarget(List<String> command) {
        if (!sandbox && (network || !readable.isEmpty() || !writable.isEmpty())) {
            throw CommandFailedException.usageError("--allow-read, --allow-write and --allow-network need --sandbox");
        }
        List<String> inherited = new ArrayList<>();
        Map<String, String> set = new LinkedHashMap<>();
        for (String variable : environment) {
            int sign = variable.indexOf('=');
            if (sign == 0) {
                throw CommandFailedException.usageError(
                        "--env " + variable + " is no variable. Write NAME=VALUE, or NAME.");
            } else if (sign < 0) {
                inherited.add(variable);
            } else {
                set.put(variable.substring(0, sign), variable.substring(sign + 1));
            }
        }
        return new UpstreamTarget.ProcessTarget(
                command,
                inherited,
                set,
                directory == null
                        ? UpstreamTarget.ProcessTarget.CURRENT_DIRECTORY
                        : directory.toAbsolutePath().normalize(),
                sandbox
                        ? Optional.of(new SandboxPermissions(toAbsolute(readable), toAbsolute(writable), network))
                        : Optional.empty(),
                true,
                UpstreamTarget.ProcessTarget.STDERR_BYTES);
    }

    private static List<Path> toAbsolute(List<Path> paths) {
        return paths.stream().map(path -> path.toAbsolutePath().normalize()).toList();
    }
}
