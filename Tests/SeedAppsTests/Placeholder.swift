import Suas
