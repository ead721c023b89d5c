package dev.tenon.transports;

import dev.tenon.testkit.LazyTestConnection;
import dev.tenon.testkit.MalformedInputContract;
import dev.tenon.testkit.ReferenceResults;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs all cases over every transport. */
@ParameterizedClass(name = "{0}")
@MethodSource("connections")
class EveryTransportTest extends MalformedInputContract {
    private static final ReferenceResults REFERENCE = new ReferenceResults();
    private static TestConnections connections;

    EveryTransportTest(LazyTestConnection connection) {
        super(connection.connection(), REFERENCE);
    }

    static Stream<LazyTestConnection> connections() throws Exception {
        connections = new TestConnections();
        return connections.connections();
    }

    @AfterAll
    static void close() throws Exception {
        connections.close();
    }
}
